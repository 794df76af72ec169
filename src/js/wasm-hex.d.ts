/** The wasm as hex text; the build provides it. */
declare module "wasm-hex" {
  const hex: string;
  export default hex;
}
