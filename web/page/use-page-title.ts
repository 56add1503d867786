import { useContext, useLayoutEffect, useEffect } from 'react'
import { HeadingLevel } from '../ui/layout/heading-level'
import { usePage } from './page-context'

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
