import { createContext } from 'react'

type Navigate = (to: string, options: { replace?: boolean }) => unknown

/** How links of the app open their screen; outside of it they load a document. */
export const LinkContext = createContext<Navigate | undefined>(undefined)
