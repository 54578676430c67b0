// Files that the build brings as an address.
declare module "*.woff2" {
  const address: string;
  export default address;
}
