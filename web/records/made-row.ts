import { createContext, useContext, useEffect, useEffectEvent } from 'react'
import { useSignals } from '@preact/signals-react/runtime'
import { effect } from '@preact/signals-react'
import { useApp } from '../app/app-context'
import { useTexts } from '../i18n/i18n'
import { loadPages } from '../live/load-pages'
import { useUi } from '../ui/context/ui-context'
import type { MadeRow, RecordList } from './record-list'
import type { RecordRow } from './record-source'

export type MadeRowList = Pick<RecordList<RecordRow, never>, 'made'>

export const MadeRowContext = createContext<MadeRowList | undefined>(undefined)

/** How long the row is marked; the style fades as long. */
const markedMs = 6000
/** Above this, the rows that are not loaded are not searched for the new one. */
export const sortedRowsMax = 1000
/** The live event with the row may come after the answer. */
const arrivalMs = 1000

/** Returns the function that says what was made, and leads to it on its own screen. */
export function useMadeToast() {
  const { navigation } = useApp()
  const { toast } = useUi()
  const { open: label } = useTexts().ui
  return (text: string, address?: string) => {
    const action = address && { label, onAction: () => void navigation.go(address) }
    toast.success(text, action ? { action } : {})
  }
}

/** The list shows it; on other screens the toast leads to `address`. @param own the screen's list, beside its form */
export function useReportMade(own?: MadeRowList) {
  const around = useContext(MadeRowContext)
  const madeToast = useMadeToast()
  const list = own ?? around
  return (text: string, id: number | undefined, address?: string) => {
    if (list && id !== undefined) list.made.value = { id, text }
    else madeToast(text, address)
  }
}

/** Marks the row that was just made, and shows the toast that opens it. Returns the row's id while it is marked. */
export function useMadeRow<Row extends RecordRow>(
  list: RecordList<Row, never>,
  open: ((row: Row) => void) | undefined,
) {
  useSignals()
  const t = useTexts().ui
  const { toast } = useUi()
  const made = list.made.value

  async function openRow(id: number) {
    if (!findRow(list, id)) await list.showAll()
    const row = await loadRow(list, id)
    if (row) open?.(row)
  }

  const report = useEffectEvent(async ({ id, text }: MadeRow) => {
    await arrival(list, id)
    if (!findRow(list, id) && list.count.peek() <= sortedRowsMax) await loadRow(list, id)
    const detail = findRow(list, id) ? {} : { detail: t.madeHidden }
    toast.success(text, { ...detail, ...(open && { action: { label: t.open, onAction: () => void openRow(id) } }) })
  })

  useEffect(() => {
    if (!made) return
    void report(made)
    const timer = setTimeout(() => (list.made.value = undefined), markedMs)
    return () => clearTimeout(timer)
  }, [list, made])
  return made?.id
}

/** Loads the pages up to the row, if necessary. */
export async function loadRow<Row extends RecordRow>(list: RecordList<Row, never>, id: number) {
  if (!findRow(list, id)) await loadPages(list).catch(() => {})
  return findRow(list, id)
}

const findRow = <Row extends RecordRow>(list: RecordList<Row, never>, id: number) =>
  list.items.peek().find((row) => row.id === id)

function arrival<Row extends RecordRow>({ items }: RecordList<Row, never>, id: number): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => finish(), arrivalMs)
    const stop = effect(() => {
      if (items.value.some((row) => row.id === id)) queueMicrotask(finish)
    })
    function finish() {
      clearTimeout(timer)
      stop()
      resolve()
    }
  })
}
