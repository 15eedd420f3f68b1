import type { WorkerElement, WorkerNode } from './worker-node.js'
import { defineOn, isElement, method, property } from './worker-node.js'

const PRECEDING = 2
const FOLLOWING = 4
const CONTAINS = 8
const CONTAINED = 16
const DISCONNECTED = 1

function ancestors(node: WorkerNode): readonly WorkerNode[] {
  const path: WorkerNode[] = []
  for (let at: WorkerNode | null = node; at !== null; at = at.parentNode) path.unshift(at)
  return path
}

const rootOf = (node: WorkerNode): WorkerNode => ancestors(node)[0] ?? node

function matches(element: WorkerElement, selector: string): boolean {
  const root = rootOf(element) as WorkerElement
  // Selectors look below a node, so the top of a detached tree matches none.
  return root !== element && root.querySelectorAll(selector).includes(element)
}

function comparePosition(node: WorkerNode, other: WorkerNode): number {
  if (node === other) return 0
  const [mine, others] = [ancestors(node), ancestors(other)]
  if (mine[0] !== others[0]) return DISCONNECTED
  const parting = mine.findIndex((at, depth) => at !== others[depth])
  if (parting === -1) return CONTAINED + FOLLOWING
  const branch = others[parting]
  if (branch === undefined) return CONTAINS + PRECEDING
  const siblings = mine[parting - 1]?.childNodes ?? []
  return siblings.indexOf(mine[parting] as WorkerNode) < siblings.indexOf(branch) ? FOLLOWING : PRECEDING
}

function closest(element: WorkerElement, selector: string): WorkerNode | null {
  return ancestors(element).findLast(node => isElement(node) && matches(node, selector)) ?? null
}

function tabIndexOf(element: WorkerElement): number {
  const usual = /^(input|select|textarea|button)$/.test(element.localName) ? 0 : -1
  return Number(element.getAttribute('tabindex') ?? usual)
}

export function addTree(nodes: object, elements: object): void {
  defineOn(nodes, {
    getRootNode: method(rootOf),
    hasChildNodes: method(({ childNodes }: WorkerNode) => (childNodes?.length ?? 0) > 0),
    compareDocumentPosition: method(comparePosition),
  })
  defineOn(elements, {
    matches: method(matches),
    closest: method(closest),
    tabIndex: property(tabIndexOf, (element, index) => element.setAttribute('tabindex', String(index))),
  })
}
