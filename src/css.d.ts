// Styles as the build hands them out: `?url` is the address of a stylesheet that is brought later.
declare module "*.css?url" {
  const href: string;
  export default href;
}
declare module "*.css";
