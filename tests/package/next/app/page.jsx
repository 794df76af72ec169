// A server component: importing the package here does nothing and harms nothing.
import { WebMCP } from "webmcp-wasm";
import Greeter from "./greeter.jsx";
import Hook from "./hook.jsx";

export default function Page() {
  return (
    <main>
      <p>On the server it is a {typeof WebMCP}.</p>
      <Greeter />
      <Hook />
    </main>
  );
}
