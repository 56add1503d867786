import { createRequiredContext } from '../ui/context/ui-context'
import type { NavigationModel } from './navigation-model'
import { signal, type Signal } from '@preact/signals-react'
import { useContext, useLayoutEffect, useEffect } from 'react'
import { HeadingLevel } from '../ui/layout/screen'

interface PageModels {
  navigation: NavigationModel
  pageTitle: PageTitle
}

export const [PageContext, usePage] = createRequiredContext<PageModels>('<App>')

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

const onServer = typeof window === 'undefined'
const useTitleEffect = onServer ? useEffect : useLayoutEffect

/** Sets the page's title; the waiting count and the product's name are added. A screen within another one sets none. */
export function usePageTitle(title: string) {
  const { pageTitle } = usePage()
  // Effects do not run on the server, which reads the title after its only render.
  const isPage = useContext(HeadingLevel) === 1
  if (onServer && isPage) pageTitle.value = title
  useTitleEffect(() => {
    if (isPage) pageTitle.value = title
  }, [pageTitle, title, isPage])
}
