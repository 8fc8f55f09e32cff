const { execFileSync } = require("child_process");
const { Worker, isMainThread, parentPort } = require("worker_threads");

if (isMainThread) {
    console.log(execFileSync("echo", ["from a child"]).toString().trim());
    const worker = new Worker(__filename);
    worker.on("message", (sum) => console.log("worker:", sum));
    worker.on("exit", () => setTimeout(() => console.log("done"), 20));
} else {
    let sum = 0;
    for (let i = 0; i < 1e6; i++) sum += i;
    parentPort.postMessage(sum);
}
