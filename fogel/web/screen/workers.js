import { $ } from "./screen.js";

/* Starts a worker for each order, with the page's data and the program in its element `worker`; `take(answer)` is given
 * what they post, and `fail(problem)` what went wrong. Returns what stops them. */
export function startWorkers(orders, take, fail) {
  const program = `globalThis.handed = ${$("data").textContent};\n${$("worker").textContent}\nworkWhenAsked();`;
  const url = URL.createObjectURL(new Blob([program], { type: "text/javascript" }));
  const workers = orders.map((order) => {
    const worker = new Worker(url);
    worker.onmessage = ({ data }) => (data.trouble ? fail(data.trouble) : take(data));
    worker.onerror = (problem) => {
      problem.preventDefault(); // it is said on the page
      fail(problem.message || "this browser lets no worker run");
    };
    worker.postMessage(order);
    return worker;
  });
  return () => {
    workers.forEach((worker) => worker.terminate());
    URL.revokeObjectURL(url);
  };
}
