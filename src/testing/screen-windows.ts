import type { Page } from 'playwright'
import { launchForFile, openWindow, type WindowOptions } from './browser'
import type { Person } from './people'
import { createServedWorld, type ServedWorld } from './served-world'

/** For a file of browser tests about the screen at that path; `open` leads there. */
export function createScreenWindows(path: string) {
  const browser = launchForFile()
  return {
    open: (world: ServedWorld, person: Person, options?: WindowOptions) =>
      openWindow(browser(), world, person, { path, ...options }),
  }
}

/** The refusal of what was filled in, as a window complains of it. */
export const refusedFields = [/status of 400/, /^400 /]
/** The refusal of a screen. */
export const refusedEntry = [/status of 403/, /^403 /]

export const row = (page: Page, name: string) => page.getByRole('row', { name: new RegExp(name) })
export const dialog = (page: Page) => page.getByRole('dialog')
/** By its label, to which the mark of required fields belongs. */
export const field = (page: Page, name: string) => dialog(page).getByLabel(new RegExp(`^${name}( \\*)?$`))
export const save = (page: Page) => dialog(page).getByRole('button', { name: 'Salvar' }).click()
export const toast = (page: Page, text: string) => page.getByText(text, { exact: true }).first().waitFor()

/** A world with pages, for one test. */
export async function withWorld(run: (world: ServedWorld) => Promise<void>) {
  const world = await createServedWorld({ pages: true })
  try {
    await run(world)
  } finally {
    await world.stop()
  }
}
