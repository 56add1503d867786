import type { Page } from '@playwright/test'
import { launchForFile, openWindow, type WindowOptions } from './browser'
import type { Person } from '../world/people'
import { toast } from './shown-toasts'
import { createServedWorld, type ServedWorld, type ServedWorldOptions } from '../world/served-world'

export { toast }

export const refusedFields = [/status of 400/, /^400 /]
export const refusedEntry = [/status of 403/, /^403 /]

export const row = (page: Page, name: string) => page.getByRole('row', { name: new RegExp(name) })
export const dialog = (page: Page) => page.getByRole('dialog')
/** Finds a field by its label, which includes the mark of required fields. */
export const field = (page: Page, name: string) => dialog(page).getByLabel(new RegExp(`^${name}( \\*)?$`))
export const save = (page: Page) => dialog(page).getByRole('button', { name: 'Salvar' }).click()

export async function withWorld(run: (world: ServedWorld) => Promise<void>, options?: ServedWorldOptions) {
  const world = await createServedWorld({ ...options, pages: true })
  try {
    await run(world)
  } finally {
    await world.stop()
  }
}

/** For a file of browser tests about the screen at that path, which `open` opens, with what most of them use. */
export function createScreenWindows(path: string) {
  const browser = launchForFile()
  return {
    open: (world: ServedWorld, person: Person | undefined, options?: WindowOptions) =>
      openWindow(browser(), world, person, { path, ...options }),
    dialog,
    field,
    refusedFields,
    row,
    save,
    toast,
    withWorld,
  }
}
