// A tree of turns by numbers: every position knows its parent and, in their order, its children.

export const ROOT = 0;

export class Nodes {
  constructor() {
    this.nodes = new Map();
  }

  // Add a position below its parent, at a rank among the children there.
  put(node, rank = Infinity) {
    this.nodes.set(node.number, { comment: "", marks: [], evaluation: null, ...node, children: [] });
    this.nodes.get(node.parent)?.children.splice(rank, 0, node.number);
  }

  node(number) {
    return this.nodes.get(number);
  }

  // Numbers from the root to a node.
  path(number) {
    const way = [];
    for (let node = this.nodes.get(number); node; node = this.nodes.get(node.parent)) way.push(node.number);
    return way.reverse();
  }

  // A node and the first children that follow it.
  lineFrom(number) {
    const line = [number];
    for (let node = this.nodes.get(number); node?.children.length; node = this.nodes.get(node.children[0])) line.push(node.children[0]);
    return line;
  }

  // The line that leads to a node and goes on from it.
  lineThrough(number) {
    return [...this.path(number).slice(0, -1), ...this.lineFrom(number)];
  }

  // The node that stands so many places after another one among those in its place.
  beside(number, step) {
    const siblings = this.nodes.get(this.nodes.get(number).parent)?.children ?? [];
    return siblings[siblings.indexOf(number) + step];
  }

  branch(number) {
    const found = [];
    const waiting = [number];
    while (waiting.length) {
      const node = this.nodes.get(waiting.pop());
      found.push(node.number);
      waiting.push(...[...node.children].reverse());
    }
    return found;
  }
}
