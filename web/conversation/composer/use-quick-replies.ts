import { useSignals } from '@preact/signals-react/runtime'
import { useEffect, useMemo, useState } from 'react'
import { useApp, useUser } from '../../app/app-context'
import { createRanking } from '../../../src/kernel/text/search-words.contract'
import type { QuickMessageView } from '../../../src/quick-message/quick-message.record'
import { useConversation } from '../state/conversation-context'
import { useSuggestedRows } from './use-suggested-rows'
import { replaceVariables, variableValues } from '../../../src/message/compose/message-variables.contract'
import { useFormat } from '../../i18n/i18n'

const shownMax = 50

export type QuickReplies = ReturnType<typeof useQuickReplies>

/** A slash at the start opens the quick replies; the text after it filters them. */
export function useQuickReplies(text: string, allowed: boolean) {
  useSignals()
  const { composer, quickReplies } = useConversation()
  const version = quickReplies.version.value
  const { api } = useApp()
  const fill = useFilledVariables()
  const { id: userId, companyId } = useUser()
  const [list, setList] = useState<readonly QuickMessageView[]>([])
  const [closedAt, setClosedAt] = useState<string>()
  const isTriggered = allowed && text.startsWith('/') && !text.includes('\n')
  const open = isTriggered && list.length > 0 && closedAt !== text

  useEffect(() => {
    if (!isTriggered) return
    let left = false
    quickReplies.current ??= api.get('/quick-messages/list', { query: { companyId, userId } })
    quickReplies.current.then(
      (found) => !left && setList(found),
      // Without an answer there is no popup; the next slash tries again.
      () => (quickReplies.current = undefined),
    )
    return () => {
      left = true
    }
  }, [isTriggered, api, companyId, userId, quickReplies, version])

  const query = text.slice(1).trim()
  // There may be thousands, searched at each key.
  const rank = useMemo(
    () => createRanking(list, ({ shortcode, message }) => [shortcode.replace(/^\//, ''), message]),
    [list],
  )
  const found = useMemo(() => (isTriggered ? rank(query).slice(0, shownMax) : []), [rank, query, isTriggered])

  function pick(reply: QuickMessageView | undefined) {
    if (!reply) return
    composer.text.value = fill(reply.message)
    composer.focusWanted.value += 1
    if (reply.mediaPath) void attach(reply.mediaPath, reply.mediaName)
  }

  async function attach(mediaPath: string, name: string | null) {
    const key = mediaPath.slice(mediaPath.lastIndexOf('/') + 1)
    const blob = await api.file('/media/:key', { params: { key } })
    composer.addFiles([new File([blob], name || key, { type: blob.type })])
  }

  const close = () => setClosedAt(text)
  const rows = useSuggestedRows({ open, found, query, pick, close })

  return { open, found, pick, close, ...rows }
}

function useFilledVariables() {
  const { model } = useConversation()
  const { company, name: userName } = useUser()
  const format = useFormat()
  return (text: string) => {
    const { id, contact, queue, whatsapp, createdAt } = model.ticket.peek()
    const now = new Date()
    return replaceVariables(
      text,
      variableValues({
        contact,
        userName,
        queue: queue?.name ?? '',
        connection: whatsapp?.name ?? '',
        company: company.name,
        ticketId: id,
        createdDay: format.isoDay(createdAt),
        now: { day: format.isoDay(now), time: format.time(now) },
      }),
    )
  }
}
