import { useState } from 'react'
import { type ChatbotBody, chatbotErrors, ChatbotTree } from '../../../src/queue/chatbot/chatbot.contract'
import type { WholeQueueView } from '../../../src/queue/queue.record'
import type { UpdateQueueBody } from '../../../src/queue/queue.contract'
import { ApiError } from '../../api/api-error'
import { useApp } from '../../app/app-context'
import { useTexts } from '../../i18n/i18n'
import { ConflictDialog } from '../../records/conflict-dialog'
import { Button } from '../../ui/button/button'
import { useUi } from '../../ui/context/ui-context'
import { type Change, listChanges, movedIds, mergeItems } from '../../ui/list/list-changes'
import * as v from 'valibot'

type Choice = 'mine' | 'theirs' | undefined

interface Conflict {
  mine: readonly Change[]
  theirs: readonly Change[]
  choose: (choice: Choice) => void
}

/** Merges what others changed; the user decides about options that both changed. */
export function useQueueUpdate() {
  const t = useTexts('queue').queue.chatbot.changed
  const { api } = useApp()
  const { toast } = useUi()
  const [conflict, setConflict] = useState<Conflict>()

  function ask(changes: Omit<Conflict, 'choose'>): Promise<Choice> {
    const { promise, resolve } = Promise.withResolvers<Choice>()
    setConflict({ ...changes, choose: resolve })
    return promise.finally(() => setConflict(undefined))
  }

  /** @throws ApiError ERR_CHATBOTS_CHANGED when the user continues editing */
  async function update(
    opened: WholeQueueView,
    changes: UpdateQueueBody,
    revision = opened.chatbotsRevision,
  ): Promise<unknown> {
    const params = { id: opened.id }
    const { chatbots, ...others } = changes
    if (!chatbots) return api.put('/queue/:id', { params, body: others })
    try {
      return await api.put('/queue/:id', { params, body: { ...changes, chatbotsRevision: revision } })
    } catch (cause) {
      if (!(cause instanceof ApiError) || cause.code !== 'ERR_CHATBOTS_CHANGED') throw cause
      const newest = await api.get('/queue/:id', { params })
      const base = opened.chatbots
      const merged = mergeOptions(base, chatbots, newest.chatbots)
      if (merged) {
        const saved = await update(
          { ...opened, chatbots: newest.chatbots },
          { ...others, chatbots: merged },
          newest.chatbotsRevision,
        )
        toast.info(t.merged)
        return saved
      }
      const choice = await ask({ mine: optionChanges(base, chatbots), theirs: optionChanges(base, newest.chatbots) })
      if (choice === undefined) throw cause
      if (choice === 'theirs') return update(opened, others)
      const known = new Set(flatten(newest.chatbots).map(({ id }) => id))
      return update(opened, { ...others, chatbots: withKnownIds(chatbots, known) }, newest.chatbotsRevision)
    }
  }

  return { update, question: conflict && <ConflictQuestion {...conflict} /> }
}

function ConflictQuestion({ mine, theirs, choose }: Conflict) {
  const t = useTexts('queue').queue.chatbot.changed
  return (
    <ConflictDialog
      title={t.title}
      text={`${t.text} ${t.same}`}
      mine={mine}
      theirs={theirs}
      close={() => choose(undefined)}
      actions={
        <>
          <Button onClick={() => choose('theirs')}>{t.takeTheirs}</Button>
          <Button variant="primary" data-autofocus onClick={() => choose('mine')}>
            {t.saveMine}
          </Button>
        </>
      }
    />
  )
}

/** An option deleted by the other user is created again. */
function withKnownIds(tree: readonly ChatbotBody[], known: ReadonlySet<string>): ChatbotBody[] {
  return tree.map((option) => ({
    ...option,
    id: known.has(String(option.id)) ? option.id : null,
    options: withKnownIds(option.options, known),
  }))
}

type Tree = readonly ChatbotBody[]

interface FlatOption {
  id: string
  name: string
  content: string
  /** Empty for the first level. */
  parentId: string
  option: ChatbotBody
}

function flatten(tree: Tree, above: readonly string[] = [], parentId = ''): FlatOption[] {
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
