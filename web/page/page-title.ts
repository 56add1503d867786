import { signal, type Signal } from '@preact/signals-react'
import { useLayoutEffect, useEffect } from 'react'
import { useApp } from '../app/app-context'

const circledOne = 0x2460
const circledMax = 20

/** How many wait, as it stands before a tab's title: ① to ⑳, then (21); nothing for none. */
export function waitingMark(count: number): string {
  if (count <= 0) return ''
  return count <= circledMax ? `${String.fromCodePoint(circledOne + count - 1)} ` : `(${count}) `
}

export function documentTitle(page: string, product: string, waiting: number): string {
  return `${waitingMark(waiting)}${page === '' ? product : `${page} · ${product}`}`
}

export type PageTitle = Signal<string>

export function createPageTitle(): PageTitle {
  return signal('')
}

const onServer = typeof window === 'undefined'
const useTitleEffect = onServer ? useEffect : useLayoutEffect

/** Names the page in the tab; the waiting count and the product's name are added. */
export function usePageTitle(title: string) {
  const { pageTitle } = useApp()
  // Effects do not run on the server, where the title is read after the one render.
  if (onServer) pageTitle.value = title
  useTitleEffect(() => {
    pageTitle.value = title
  }, [pageTitle, title])
}
