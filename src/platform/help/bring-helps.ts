import { eq } from 'drizzle-orm'
import * as v from 'valibot'
import type { Platform } from '../platform'
import { HelpBody } from './help.contract'
import { helpTable } from './help.record'

interface Given {
  title: string
  description: string
  video: string
}

/** Of another system. Undefined for one that our form would not take, false for one that is here. */
export function bringHelp({ catalog, clock }: Platform, given: Given): boolean | undefined {
  const { success, output } = v.safeParse(HelpBody, given)
  if (!success) return undefined
  const known = catalog.db.select({ id: helpTable.id }).from(helpTable).where(eq(helpTable.title, output.title)).get()
  if (known) return false
  const now = clock.now()
  catalog.db
    .insert(helpTable)
    .values({ ...output, createdAt: now, updatedAt: now })
    .run()
  return true
}
