import { useState } from 'react'
import type { ChatbotBody } from '../../../src/queue/chatbot/chatbot.contract'
import type { WholeQueueView } from '../../../src/queue/queue.record'
import type { UpdateQueueBody } from '../../../src/queue/queue.contract'
import { ApiError } from '../../api/api-error'
import { useApp } from '../../app/app-context'
import { useTexts } from '../../i18n/i18n'
import { ConflictDialog } from '../../records/conflict-dialog'
import { Button } from '../../ui/button/button'
import { useUi } from '../../ui/context/ui-context'
import type { Change } from '../../ui/list/list-changes'
import { flatten, mergeOptions, optionChanges } from './option-changes'

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
