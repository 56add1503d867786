import {
  chatbotDepthMax,
  chatbotLevelMax,
  chatbotsMax,
  type ChatbotKind,
  staysInMenu,
} from '../../../src/queue/chatbot/chatbot.contract'
import type { ChatbotView } from '../../../src/queue/chatbot/chatbot.calls'

export interface OptionValues {
  /** Tells it from others while it is edited, moved and not saved yet. */
  key: string
  id: number | null
  name: string
  greetingMessage: string
  queueType: ChatbotKind
  closeTicket: boolean
  optQueueId: number | null
  optUserId: number | null
  optIntegrationId: number | null
  optFileId: number | null
  lostTarget: boolean
  options: OptionValues[]
}

export type Path = readonly number[]

export type DropEdge = 'before' | 'after' | 'inside'

let made = 0
const newKey = () => `new-${++made}`

export function optionsOf(views: readonly ChatbotView[]): OptionValues[] {
  return views.map(({ options, ...option }) => ({ ...option, key: String(option.id), options: optionsOf(options) }))
}

export function newOption(): OptionValues {
  return {
    key: newKey(),
    id: null,
    name: '',
    greetingMessage: '',
    queueType: 'text',
    closeTicket: false,
    optQueueId: null,
    optUserId: null,
    optIntegrationId: null,
    optFileId: null,
    lostTarget: false,
    options: [],
  }
}

export function optionAt(tree: readonly OptionValues[], path: Path): OptionValues | undefined {
  const [first, ...rest] = path
  const option = first === undefined ? undefined : tree[first]
  return rest.length === 0 ? option : option && optionAt(option.options, rest)
}

export function pathOf(tree: readonly OptionValues[], key: string): Path | undefined {
  for (const [index, option] of tree.entries()) {
    if (option.key === key) return [index]
    const below = pathOf(option.options, key)
    if (below) return [index, ...below]
  }
  return undefined
}

/** The options of a level: those below an option, or the first ones for an empty path. */
export function levelAt(tree: readonly OptionValues[], parent: Path): readonly OptionValues[] {
  return parent.length === 0 ? tree : (optionAt(tree, parent)?.options ?? [])
}

function withLevel(
  tree: readonly OptionValues[],
  parent: Path,
  change: (level: readonly OptionValues[]) => OptionValues[],
): OptionValues[] {
  const [first, ...rest] = parent
  if (first === undefined) return change(tree)
  return tree.map((option, index) =>
    index === first ? { ...option, options: withLevel(option.options, rest, change) } : option,
  )
}

const inserted = (level: readonly OptionValues[], index: number, option: OptionValues) => [
  ...level.slice(0, index),
  option,
  ...level.slice(index),
]

export const parentOf = (path: Path): Path => path.slice(0, -1)
const indexOf = (path: Path) => path.at(-1) ?? 0
const isWithin = (path: Path, above: Path) => above.every((step, depth) => path[depth] === step)

export function count(tree: readonly OptionValues[]): number {
  return tree.reduce((sum, { options }) => sum + 1 + count(options), 0)
}

function heightOf({ options }: OptionValues): number {
  return 1 + Math.max(0, ...options.map(heightOf))
}

export function mayAdd(tree: readonly OptionValues[], parent: Path, option: OptionValues = newOption()): boolean {
  const above = optionAt(tree, parent)
  if (above && (!staysInMenu(above.queueType) || above.closeTicket)) return false
  return (
    levelAt(tree, parent).length < chatbotLevelMax &&
    parent.length + heightOf(option) <= chatbotDepthMax &&
    count(tree) + count([option]) <= chatbotsMax
  )
}

export function added(tree: readonly OptionValues[], parent: Path, index: number, option: OptionValues) {
  return withLevel(tree, parent, (level) => inserted(level, index, option))
}

export function removed(tree: readonly OptionValues[], path: Path) {
  return withLevel(tree, parentOf(path), (level) => level.filter((_, index) => index !== indexOf(path)))
}

export function copyOf(option: OptionValues): OptionValues {
  return { ...option, key: newKey(), id: null, options: option.options.map(copyOf) }
}

/** Moves an option next to or into another; undefined where it does not fit, as below itself. */
export function moved(
  tree: readonly OptionValues[],
  from: Path,
  target: Path,
  edge: DropEdge,
): OptionValues[] | undefined {
  const option = optionAt(tree, from)
  const anchor = optionAt(tree, target)
  if (!option || !anchor || isWithin(target, from)) return undefined
  const rest = removed(tree, from)
  const at = pathOf(rest, anchor.key)
  if (!at) return undefined
  const parent = edge === 'inside' ? at : parentOf(at)
  const index = edge === 'inside' ? anchor.options.length : indexOf(at) + (edge === 'after' ? 1 : 0)
  return mayAdd(rest, parent, option) ? added(rest, parent, index, option) : undefined
}

export function shifted(tree: readonly OptionValues[], path: Path, by: 1 | -1): OptionValues[] | undefined {
  const target = [...parentOf(path), indexOf(path) + by]
  return indexOf(path) + by < 0 ? undefined : moved(tree, path, target, by === 1 ? 'after' : 'before')
}

/** Moves an option below the one before it, or out next to the one above it. */
export function indented(tree: readonly OptionValues[], path: Path, by: 1 | -1): OptionValues[] | undefined {
  if (by === -1) return path.length < 2 ? undefined : moved(tree, path, parentOf(path), 'after')
  const before = [...parentOf(path), indexOf(path) - 1]
  return indexOf(path) === 0 ? undefined : moved(tree, path, before, 'inside')
}

export const fieldPath = (path: Path) => `chatbots.${path.join('.options.')}`
