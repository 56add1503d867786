import { createContext } from 'react'

/** The level of a screen's title: 2 for a screen that is shown within another one. */
export const HeadingLevel = createContext<1 | 2>(1)
