import { signal, type Signal } from '@preact/signals-react'

const circledNumberOne = 0x2460
const circledMax = 20

/** Returns the count before a tab's title: ① to ⑳, then (21); empty for zero. */
function waitingMark(count: number): string {
  if (count <= 0) return ''
  return count <= circledMax ? `${String.fromCodePoint(circledNumberOne + count - 1)} ` : `(${count}) `
}

export function documentTitle(page: string, product: string, waiting: number): string {
  return `${waitingMark(waiting)}${page === '' ? product : `${page} · ${product}`}`
}

export type PageTitle = Signal<string>

export function createPageTitle(): PageTitle {
  return signal('')
}
