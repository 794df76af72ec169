// What the tests put on their pages; their functions run in the browser.
declare const WebMCP: any;
declare let mcp: any;
declare function gc(): void;
interface Window {
  [name: string]: any;
}
interface Element {
  value: any;
  dataset: any;
  [name: string]: any;
}
interface Document {
  modelContext: any;
}
interface SubmitEvent {
  readonly agentInvoked: boolean;
  respondWith(value: unknown): void;
}
