// Files that the build brings as text or as an address.
declare module "@ag-grid-community/styles/*.css" {
  const text: string;
  export default text;
}
declare module "*/grid.css" {
  const text: string;
  export default text;
}
declare module "*.woff2" {
  const address: string;
  export default address;
}
