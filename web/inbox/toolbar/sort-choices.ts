import { useTexts } from '../../i18n/i18n'
import type { SortOrder } from '../../ticket/compare-tickets'
import { ArrowDownWideNarrow, ArrowUpNarrowWide, Clock, type LucideIcon } from '../../ui/icons'
import { useInbox } from '../state/inbox-context'

interface SortChoice {
  order: SortOrder
  label: string
  icon: LucideIcon
}

/** The orders of the visible list, its own first. Read it within `useSignals()`. */
export function useSortChoices(): { choices: SortChoice[]; current: SortChoice; next: SortChoice } {
  const { model } = useInbox()
  const t = useTexts().ticket
  const byChange: SortChoice[] = [
    { order: 'DESC', label: t.newestFirst, icon: ArrowDownWideNarrow },
    { order: 'ASC', label: t.oldestFirst, icon: ArrowUpNarrowWide },
  ]
  const isWaiting = model.shown.value === 'pending'
  const byWait: SortChoice[] = isWaiting ? [{ order: 'WAIT', label: t.longestWaitFirst, icon: Clock }] : []
  const choices = [...byWait, ...byChange]
  const at = choices.findIndex(({ order }) => order === model.shownSort.value)
  const of = (index: number) => choices[index % choices.length]!
  return { choices, current: of(at), next: of(at + 1) }
}
