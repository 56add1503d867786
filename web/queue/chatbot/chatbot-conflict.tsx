import { useState } from 'react'
import type { ChatbotBody } from '../../../src/queue/chatbot.contract'
import type { WholeQueueView } from '../../../src/queue/queue.calls'
import type { UpdateQueueBody } from '../../../src/queue/queue.contract'
import { ApiError } from '../../api/api-error'
import { useApp } from '../../app/app-context'
import { useTexts } from '../../i18n/i18n'
import { ConflictDialog } from '../../records/conflict-dialog'
import { Button } from '../../ui/button/button'
import { type Change, listChanges, movedIds } from '../../ui/list/list-changes'

type Choice = 'mine' | 'theirs' | undefined

interface Conflict {
  mine: readonly Change[]
  theirs: readonly Change[]
  choose: (choice: Choice) => void
}

/** Saves a queue, and asks when somebody else has changed its options since they were opened. */
export function useQueueUpdate() {
  const t = useTexts('queue').queue.chatbot.changed
  const { api } = useApp()
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
      const before = flatten(opened.chatbots)
      const changesTo = (tree: readonly Option[]) => optionChanges(before, flatten(tree))
      const choice = await ask({ mine: changesTo(chatbots), theirs: changesTo(newest.chatbots) })
      if (choice === undefined) throw cause
      if (choice === 'theirs') return update(opened, others)
      const known = new Set(flatten(newest.chatbots).map(({ id }) => id))
      return update(opened, { ...others, chatbots: withKnownIds(chatbots, known) }, newest.chatbotsRevision)
    }
  }

  const question = conflict && (
    <ConflictDialog
      title={t.title}
      text={t.text}
      mine={conflict.mine}
      theirs={conflict.theirs}
      close={() => conflict.choose(undefined)}
      actions={
        <>
          <Button onClick={() => conflict.choose('theirs')}>{t.takeTheirs}</Button>
          <Button variant="primary" onClick={() => conflict.choose('mine')}>
            {t.saveMine}
          </Button>
        </>
      }
    />
  )
  return { update, question }
}

type Option = Omit<ChatbotBody, 'options' | 'lostTarget'> & { options: readonly Option[] }

interface FlatOption {
  id: string
  /** Includes the names of the parent options. */
  name: string
  content: string
  parentId: string
}

/** An option has moved if its position among its siblings differs. */
function optionChanges(before: readonly FlatOption[], after: readonly FlatOption[]): Change[] {
  const [earlier, later] = [before, after].map((options) => Map.groupBy(options, ({ parentId }) => parentId))
  const idsOf = (options: readonly FlatOption[] = []) => options.map(({ id }) => id)
  const parentIds = [...(later?.keys() ?? [])]
  const moved = new Set(parentIds.flatMap((id) => [...movedIds(idsOf(earlier?.get(id)), idsOf(later?.get(id)))]))
  return listChanges(before, after, {
    id: ({ id }) => id,
    name: ({ name }) => name,
    content: ({ content }) => content,
    isMoved: (_, { id }) => moved.has(id),
  })
}

function flatten(tree: readonly Option[], above: readonly string[] = [], parentId = ''): FlatOption[] {
  return tree.flatMap((option, index) => {
    const { options, name, greetingMessage, queueType, closeTicket } = option
    const targets = [option.optQueueId, option.optUserId, option.optIntegrationId, option.optFileId]
    const id = option.id === null ? `${parentId} new ${index}` : String(option.id)
    const names = [...above, name]
    const content = JSON.stringify([parentId, name, greetingMessage, queueType, closeTicket, ...targets])
    return [{ id, name: names.join(' › '), content, parentId }, ...flatten(options, names, id)]
  })
}

/** An option deleted by the other user is created again. */
function withKnownIds(tree: readonly ChatbotBody[], known: ReadonlySet<string>): ChatbotBody[] {
  return tree.map((option) => ({
    ...option,
    id: known.has(String(option.id)) ? option.id : null,
    options: withKnownIds(option.options, known),
  }))
}
