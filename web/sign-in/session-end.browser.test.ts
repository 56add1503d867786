import { expect, test } from 'bun:test'
import type { Page } from '@playwright/test'
import { browserTestMs, whenUsable } from '../../src/testing/browser/browser'
import { createScreenWindows, withWorld } from '../../src/testing/browser/screen-windows'

const { open } = createScreenWindows('/tickets')
/** Calls in progress when the session ended. */
const expected = [/status of 401/, /^401 /, 'ERR_UNAUTHORIZED']

const nextOf = (page: Page) => new URL(page.url()).searchParams.get('next')

async function receivesLogout(page: Page) {
  await page.waitForURL(/\/login(\?|$)/)
  await page.getByText('Sua sessão terminou. Por favor, entre novamente.').waitFor()
  expect(await page.getByText(/Token inválido/).count()).toBe(0)
}

test(
  'signing out ends the session in other tabs, which say so and return to their screen after signing in',
  () =>
    withWorld(async (world) => {
      const { page, complaints, close } = await open(world, world.bruno, { expected })
      const other = await page.context().newPage()
      await other.goto(`${world.url}/chats`)
      await whenUsable(other)
      await other.getByRole('button', { name: 'Minha conta' }).click()
      await other.getByRole('menuitem', { name: 'Sair' }).click()
      await other.waitForURL('**/login')
      await receivesLogout(page)
      expect(nextOf(page)).toBe('/tickets')
      // The tab that signed out shows no reason, and leads to the first page.
      expect(nextOf(other)).toBe(null)
      expect(await other.getByText('Sua sessão terminou').count()).toBe(0)
      expect(complaints).toEqual([])
      await close()
    }),
  browserTestMs,
)

test.each(['a new password', 'the deletion of the user'])(
  '%s ends the open session, which says so',
  (how) =>
    withWorld(async (world) => {
      const { page, complaints, close } = await open(world, world.carla, { expected })
      await page.getByRole('tab', { name: 'Aguardando 0' }).waitFor()
      const ana = await world.as(world.ana)
      const { status } =
        how === 'a new password'
          ? await ana.put(`/users/${world.carla.id}`, { password: 'outra-senha-9' })
          : await ana.delete(`/users/${world.carla.id}`)
      expect(status).toBe(200)
      await receivesLogout(page)
      expect(nextOf(page)).toBe('/tickets')
      expect(complaints).toEqual([])
      await close()
    }),
  browserTestMs,
)
