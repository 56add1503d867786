import { useEffect, useMemo, useState, type RefObject } from 'react'
import { rankBySearch } from '../../../src/kernel/text/search-words.contract'
import type { TicketColleague } from '../../../src/message/message.answers'
import { useApp, useUser } from '../../app/app-context'
import { useTexts } from '../../i18n/i18n'
import { useUi } from '../../ui/context/ui-context'
import { useConversation } from '../state/conversation-context'
import { loadSuggestionCode, type SuggestionCode, useSuggestedRows } from './use-quick-replies'

const shownMax = 8
const nameLengthMax = 50
/** The @ and the text after it, up to the caret. */
const started = /(?:^|[^\p{L}\p{N}])@(?<query>[^@\n]{0,50})$/u

export type Mentions = ReturnType<typeof useMentions>

/** An @ in a private note opens the list of colleagues; the text after it filters them. */
export function useMentions(text: string, ref: RefObject<HTMLTextAreaElement | null>, allowed: boolean) {
  const { composer } = useConversation()
  const { id: me } = useUser()
  const { toast } = useUi()
  const t = useTexts().message.composer
  const [closedAt, setClosedAt] = useState<string>()
  const { list: colleagues } = useColleagues(allowed && text.includes('@'))
  const caret = ref.current?.selectionStart ?? text.length
  const query = allowed
    ? started.exec(text.slice(Math.max(0, caret - nameLengthMax - 2), caret))?.groups?.['query']
    : undefined
  const found = useMemo(
    () =>
      query === undefined
        ? []
        : rankBySearch(
            colleagues.filter(({ id }) => id !== me),
            query.trim(),
            ({ name }) => [name],
          )
            .toSorted((a, b) => Number(b.canSee) - Number(a.canSee))
            .slice(0, shownMax),
    [colleagues, query, me],
  )
  // After a space it is a mention only while a colleague's name matches.
  const isName = query !== undefined && (!/\s/.test(query) || (found.length > 0 && !/\s$/.test(query)))
  const open = isName && colleagues.length > 0 && closedAt !== text

  function pick(colleague: TicketColleague | undefined) {
    if (!colleague || query === undefined) return
    if (!colleague.canSee) return toast.info(t.cannotSee(colleague.name))
    composer.pick(colleague.id)
    const start = caret - query.length
    const before = `${text.slice(0, start)}${colleague.name} `
    const next = before + text.slice(caret).replace(/^ /, '')
    // Set after the next render, which would otherwise read the old position.
    setClosedAt(next)
    composer.text.value = next
    requestAnimationFrame(() => ref.current?.setSelectionRange(before.length, before.length))
  }

  const close = () => setClosedAt(text)
  const rows = useSuggestedRows({ open, found, query, pick, close })

  return { open, found, pick, close, ...rows }
}

/** Returns the names of mentioned colleagues who may not see the ticket. */
export function useUnreachable(text: string, isPrivate: boolean): string[] {
  const { list: colleagues, code } = useColleagues(isPrivate && text.includes('@'))
  const { composer } = useConversation()
  return useMemo(
    () =>
      (code?.findMentions(text, colleagues, composer.picked) ?? [])
        .filter(({ person }) => !person.canSee)
        .map(({ person }) => person.name),
    [text, colleagues, code, composer],
  )
}

interface LoadedColleagues {
  list: readonly TicketColleague[]
  code: SuggestionCode | undefined
}

const none: LoadedColleagues = { list: [], code: undefined }

/** Fetched when first wanted, once per conversation and assignment of its ticket. */
function useColleagues(wanted: boolean): LoadedColleagues {
  const { model, colleagues } = useConversation()
  const { api } = useApp()
  const [loaded, setLoaded] = useState(none)
  const { id, userId, queueId, status } = model.ticket.value
  const key = `${id} ${userId} ${queueId} ${status}`
  useEffect(() => {
    if (!wanted) return
    let left = false
    if (colleagues.key !== key) {
      colleagues.key = key
      colleagues.current = api.get('/messages/:id/colleagues', { params: { id } })
    }
    Promise.all([colleagues.current, loadSuggestionCode()]).then(
      ([list, code]) => !left && list && setLoaded({ list, code }),
      // The next @ tries again.
      () => (colleagues.key = ''),
    )
    return () => {
      left = true
    }
  }, [wanted, key, id, api, colleagues])
  return wanted ? loaded : none
}
