import { createContext } from 'react'

/** What a phone number in a text offers besides copying it. */
export const PhoneContext = createContext<((number: string, shown: string) => void) | undefined>(undefined)
