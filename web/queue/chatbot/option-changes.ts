import * as v from 'valibot'
import { type ChatbotBody, chatbotErrors, ChatbotTree } from '../../../src/queue/chatbot/chatbot.contract'
import { type Change, listChanges, movedIds } from '../../ui/list/list-changes'
import { mergeItems } from '../../ui/list/merge-items'

type Tree = readonly ChatbotBody[]

interface FlatOption {
  id: string
  name: string
  content: string
  /** Empty for the first level. */
  parentId: string
  option: ChatbotBody
}

export function flatten(tree: Tree, above: readonly string[] = [], parentId = ''): FlatOption[] {
  return tree.flatMap((option, index) => {
    const { options, name, greetingMessage, queueType, closeTicket, lostTarget } = option
    const targets = [option.optQueueId, option.optUserId, option.optIntegrationId, option.optFileId]
    const id = option.id === null ? `${parentId} new ${index}` : String(option.id)
    const names = [...above, name]
    const own = [parentId, name, greetingMessage, queueType, closeTicket, lostTarget === true, ...targets]
    const flat = { id, name: names.join(' › '), content: JSON.stringify(own), parentId, option }
    return [flat, ...flatten(options, names, id)]
  })
}

/** An option has moved if its position among its siblings differs. */
export function optionChanges(before: Tree, after: Tree): Change[] {
  const [earlier, later] = [flatten(before), flatten(after)]
  const [old, levels] = [levelsOf(earlier), levelsOf(later)]
  const moved = new Set([...levels].flatMap(([parentId, ids]) => [...movedIds(old.get(parentId) ?? [], ids)]))
  return listChanges(earlier, later, {
    id: ({ id }) => id,
    name: ({ name }) => name,
    content: ({ content }) => content,
    isMoved: (_, { id }) => moved.has(id),
  })
}

/** By option; the own order wins. Undefined if both changed one, or a rule would break. */
export function mergeOptions(base: Tree, mine: Tree, theirs: Tree): ChatbotBody[] | undefined {
  const [before, own, other] = [base, mine, theirs].map((tree) => flatten(tree)) as [
    FlatOption[],
    FlatOption[],
    FlatOption[],
  ]
  const merged = mergeItems(byId(before), byId(own), byId(other), { content: ({ content }) => content })
  if (!merged) return undefined
  const byParent = Map.groupBy(merged.values(), ({ parentId }) => parentId)
  const [was, ours, others] = [levelsOf(before), levelsOf(own), levelsOf(other)]
  let built = 0

  function levelBelow(parentId: string): ChatbotBody[] {
    const present = new Set((byParent.get(parentId) ?? []).map(({ id }) => id))
    const level = (levels: Levels) => (levels.get(parentId) ?? []).filter((id) => present.has(id))
    return mergeOrder(level(was), level(ours), level(others)).flatMap((id) => {
      const option = merged?.get(id)?.option
      if (!option) return []
      built++
      return [{ ...option, options: levelBelow(id) }]
    })
  }

  const tree = levelBelow('')
  // An option is missing if its parent was removed, or if each side moved one below the other.
  const isWhole = built === merged.size
  const isSound = v.is(ChatbotTree, tree) && Object.keys(chatbotErrors(tree)).length === 0
  return isWhole && isSound ? tree : undefined
}

const byId = (options: readonly FlatOption[]) => new Map(options.map((option) => [option.id, option]))

type Levels = ReadonlyMap<string, readonly string[]>

function levelsOf(options: readonly FlatOption[]): Levels {
  const levels = Map.groupBy(options, ({ parentId }) => parentId)
  return new Map([...levels].map(([parentId, level]) => [parentId, level.map(({ id }) => id)]))
}

/** The order of the side that moved something, with the other side's additions after what they follow there. */
function mergeOrder(base: readonly string[], mine: readonly string[], theirs: readonly string[]): string[] {
  const [first, second] = movedIds(base, mine).size > 0 ? [mine, theirs] : [theirs, mine]
  const order = [...first]
  for (const [index, id] of second.entries()) {
    if (order.includes(id)) continue
    const previous = second.slice(0, index).findLast((one) => order.includes(one))
    order.splice(previous === undefined ? 0 : order.indexOf(previous) + 1, 0, id)
  }
  return order
}
