/** The wasm as text, as `fromText` reads it; the build provides it. */
declare module "wasm-text" {
  const text: string;
  export default text;
}
