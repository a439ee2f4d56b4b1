// What good schedules of tasks like this one have in common.
import type { Context } from "./context";
import type { Task } from "./document";
import { h, panel } from "./dom";

export function principlesPanel(context: Context, task: Task): HTMLElement | null {
  const signature = task.data?.signature;
  const { principles, numComparisons } = context.document.principles;
  if (!signature) return null;
  const own = principles.filter((one) => one.signature === signature && one.device === task.target.split(":")[0]);
  return panel(
    "Principles of tasks like this one",
    own.length
      ? h("ul", {}, ...own.map((one) => h("li", {}, one.words)))
      : h("p", {}, `None: of ${numComparisons} comparisons of options of knobs in this store, none of such tasks is clear.`),
    h("p", { class: "legend" }, "They differ in their extents only. as-opt --principles tries what as-view --principles -o FILE has written."),
  );
}
