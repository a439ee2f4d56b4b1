// The stage graph of a task: its stages and the tensors that flow between them,
// and which stages a trial computes in loops of others.
import dagre from "@dagrejs/dagre";
import type { Context } from "./context";
import type { Form, Stages, Task, Tensor } from "./document";
import { h, panel } from "./dom";
import { extentsText, stageName } from "./loops";
import { s } from "./svg";

const LINE = 15;
const FIGURE = 7.2; // The width of a character, about.
const PAD = 8;

interface Box {
  lines: string[];
  kind: "stage" | "fused" | "tensor";
  width: number;
  height: number;
}

function box(kind: Box["kind"], lines: string[]): Box {
  return { kind, lines, width: Math.max(...lines.map((line) => line.length)) * FIGURE + 2 * PAD, height: lines.length * LINE + 2 * PAD };
}

/** "64×128 f32" */
function tensorText(tensor: Tensor): string {
  const shape = tensor.shape.join("×");
  return `${shape ? `${shape} ` : ""}${tensor.element}${tensor.constant ? ", constant" : tensor.fixed && tensor.from < 0 ? ", weights" : ""}`;
}

function graphOf(stages: Stages, loopsOfOthers: (stage: number) => number): dagre.graphlib.Graph {
  const graph = new dagre.graphlib.Graph({ multigraph: true });
  graph.setGraph({ rankdir: "TB", nodesep: 24, ranksep: 36, marginx: 4, marginy: 4 });
  stages.stages.forEach((stage, number) => {
    const fused = loopsOfOthers(number);
    const lines = [stageName(stage, number), extentsText(stage)];
    if (fused) lines.push(`in ${fused} ${fused === 1 ? "loop" : "loops"} of another stage`);
    graph.setNode(`s${number}`, box(fused ? "fused" : "stage", lines.filter(Boolean)));
  });
  stages.stages.forEach((stage, number) => {
    for (const read of stage.reads) {
      const tensor = stages.tensors[read];
      const text = tensorText(tensor);
      // What a stage reads and writes in place does not flow.
      if (tensor.from === number) continue;
      if (tensor.from < 0) graph.setNode(`v${read}`, box("tensor", [text]));
      const label = tensor.from < 0 ? {} : { text, width: text.length * FIGURE, height: LINE, labelpos: "c", isFused: loopsOfOthers(tensor.from) > 0 };
      graph.setEdge(tensor.from < 0 ? `v${read}` : `s${tensor.from}`, `s${number}`, label, `v${read}`);
    }
    for (const written of stage.writes) {
      if (stages.stages.some((other, o) => o !== number && other.reads.includes(written))) continue;
      graph.setNode(`r${written}`, box("tensor", [tensorText(stages.tensors[written])]));
      graph.setEdge(`s${number}`, `r${written}`, {}, `r${written}`);
    }
  });
  dagre.layout(graph);
  return graph;
}

function picture(graph: dagre.graphlib.Graph): SVGElement {
  const { width = 0, height = 0 } = graph.graph() as { width?: number; height?: number };
  const svg = s(
    "svg",
    { viewBox: `0 0 ${width.toFixed(0)} ${height.toFixed(0)}`, class: "graph", role: "img", style: `max-width:${width.toFixed(0)}px`, "aria-label": `Graph of ${graph.nodes().length} boxes; the list below has them too` },
    s("defs", {}, s("marker", { id: "flow", viewBox: "0 0 10 10", refX: 9, refY: 5, markerWidth: 9, markerHeight: 9, markerUnits: "userSpaceOnUse", orient: "auto" }, s("path", { d: "M0,1L9,5L0,9z", class: "flow-head" }))),
  );
  for (const name of graph.edges()) {
    const edge = graph.edge(name) as unknown as { points: { x: number; y: number }[]; text?: string; isFused?: boolean; x?: number; y?: number };
    const d = edge.points.map(({ x, y }, i) => `${i ? "L" : "M"}${x.toFixed(1)},${y.toFixed(1)}`).join("");
    svg.append(s("path", { d, class: edge.isFused ? "flow fused" : "flow", "marker-end": "url(#flow)" }));
    if (edge.text && edge.x !== undefined && edge.y !== undefined) svg.append(s("text", { x: edge.x, y: edge.y + 4, class: "flow-name" }, edge.text));
  }
  for (const name of graph.nodes()) {
    const node = graph.node(name) as unknown as Box & { x: number; y: number };
    const corner = { x: node.x - node.width / 2, y: node.y - node.height / 2 };
    svg.append(s("rect", { ...corner, width: node.width, height: node.height, rx: node.kind === "tensor" ? node.height / 2 : 3, class: `node ${node.kind}`, "data-node": name }));
    node.lines.forEach((line, l) => svg.append(s("text", { x: node.x, y: corner.y + PAD + (l + 0.8) * LINE, class: l || node.kind === "tensor" ? "node-text" : "node-text name" }, line)));
  }
  return svg;
}

export function graphPanel(context: Context, task: Task): HTMLElement | null {
  const { stages, trials } = task;
  if (!stages || stages.problem) return null; // The loops say so.
  const chosen = trials.id.indexOf(context.state.trial);
  const trial = chosen >= 0 ? chosen : task.best;
  const form: Form | undefined = trial === null ? undefined : stages.forms[trials.form[trial]];
  const fused = context.document.strategies.findIndex(({ name }) => name === "fused");
  const loopsOfOthers = (stage: number) => form?.[stage][fused + 1] ?? 0;
  const whose = trial === null ? "N/A: there is no trial" : !form ? `N/A: the loops of trial #${trial + 1} are not known` : `that of trial #${trial + 1}${trial === task.best ? ", the best" : ""}: thick lines`;
  const section = panel(
    "Stages",
    h("p", { class: "switch" }, `What flows between the stages. Fusion is ${whose}.`),
    h("div", { class: "scroll wide-graph", tabindex: 0, role: "group", "aria-label": "Stage graph" }, picture(graphOf(stages, loopsOfOthers))),
    h(
      "details",
      {},
      h("summary", {}, "as a list"),
      h(
        "ul",
        {},
        ...stages.stages.map((stage, number) => {
          const from = stage.reads.map((read) => `${tensorText(stages.tensors[read])}${stages.tensors[read].from >= 0 ? ` of stage ${stages.tensors[read].from}` : ""}`);
          const to = stage.writes.map((written) => tensorText(stages.tensors[written]));
          return h("li", {}, `${stageName(stage, number)} (${stage.name}), ${extentsText(stage)}: ${from.join(", ") || "nothing"} to ${to.join(", ")}${loopsOfOthers(number) ? `; in ${loopsOfOthers(number)} loops of another stage` : ""}`);
        }),
      ),
    ),
  );
  section.classList.add("wide");
  return section;
}
