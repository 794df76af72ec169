/** What wasm-bindgen makes of src/wu.rs; the build provides it. */
declare module "wu-glue" {
  export default function init(source: { module_or_path: BufferSource }): Promise<unknown>;
  export function admit(page: string, relay: string, token: string, allowInsecure: boolean): string | undefined;
  export function mutates(command: string): boolean;
  export class WuLink {
    constructor(
      server: string,
      run: (command: string, params: unknown, permission: string | undefined) => Promise<unknown>,
      tell: (status: string, code: string | undefined, detail: string | undefined) => void,
    );
    connect(token: string): void;
    disconnect(): void;
    shown(shown: boolean): void;
  }
}

/** Its wasm as text, for text.js to read. */
declare module "wu-text" {
  const text: string;
  export default text;
}
