import { useLayoutEffect, useEffect } from 'react'
import { usePage } from './page-context'

const onServer = typeof window === 'undefined'
const useTitleEffect = onServer ? useEffect : useLayoutEffect

/** Sets the page's title; the waiting count and the product's name are added. */
export function usePageTitle(title: string) {
  const { pageTitle } = usePage()
  // Effects do not run on the server, which reads the title after its only render.
  if (onServer) pageTitle.value = title
  useTitleEffect(() => {
    pageTitle.value = title
  }, [pageTitle, title])
}
