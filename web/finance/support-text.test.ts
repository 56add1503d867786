import { afterEach, expect, test } from 'bun:test'
import { setDue } from '../../src/testing/services/bank/bank-world'
import { password, people } from '../../src/testing/world/people'
import { createServedWorld, type ServedWorld } from '../../src/testing/world/served-world'

let world: ServedWorld
afterEach(() => world.stop())

async function readFinancePage(environment: Record<string, string>) {
  world = await createServedWorld({ pages: true, environment })
  setDue(world, '2099-01-10')
  const answer = await fetch(`${world.url}/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: people.gina.email, password }),
  })
  const cookie = answer.headers.get('set-cookie')?.split(';')[0] ?? ''
  return (await fetch(`${world.url}/financeiro`, { headers: { accept: 'text/html', cookie } })).text()
}

const confirmed = 'confirma o recebimento e a assinatura é renovada.'

test('says that support confirms the payment of a static code', async () => {
  const page = await readFinancePage({ PIX_KEY: 'financeiro@recado.test', PIX_NAME: 'Recado', PIX_CITY: 'SAO PAULO' })
  expect(page).toContain(confirmed)
  expect(page).not.toContain('A renovação é automática')
})

test('says that support renews the subscription when nothing receives payments', async () => {
  const page = await readFinancePage({})
  expect(page).toContain('A assinatura é renovada assim que ele confirmar.')
  expect(page).not.toContain(confirmed)
})
