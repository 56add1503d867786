import { afterEach, beforeEach, expect, test } from 'bun:test'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { password, people } from '../testing/world/people'
import { createServedWorld, type ServedWorld } from '../testing/world/served-world'

let world: ServedWorld
beforeEach(async () => {
  world = await createServedWorld({ pages: true, environment: { LOG_LEVEL: 'silent' } })
})
afterEach(() => world.stop())

async function signIn(email: string) {
  const answer = await fetch(`${world.url}/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password }),
  })
  const cookie = answer.headers.get('set-cookie')?.split(';')[0] ?? ''
  return async (path: string) => {
    const page = await fetch(world.url + path, { headers: { accept: 'text/html', cookie }, redirect: 'manual' })
    return { status: page.status, location: page.headers.get('location'), text: await page.text() }
  }
}

test('says that a company’s file cannot be opened, instead of redirecting to sign-in', async () => {
  const [ana, gina] = [await signIn(people.ana.email), await signIn(people.gina.email)]
  world.platform.files.closeAll()
  writeFileSync(join(world.platform.files.folderOf(1), 'company.sqlite'), 'nothing of it is left')
  const page = await ana('/tickets')
  expect([page.status, page.location]).toEqual([503, null])
  expect(page.text).toContain('Os dados desta empresa não puderam ser abertos. Fale com o administrador da plataforma.')
  expect(page.text).toContain('ERR_COMPANY_DAMAGED')
  expect((await ana('/login')).text).toContain('Entrar')
  expect((await gina('/tickets')).status).toBe(200)
})

test('redirects an ended session to sign-in', async () => {
  const ana = await signIn(people.ana.email)
  await signIn(people.ana.email)
  const page = await ana('/tickets')
  expect([page.status, page.location]).toEqual([302, '/login?next=%2Ftickets'])
})
