import { expect, test } from 'bun:test'
import { measureFirstLoads } from '../testing/first-load'

const kb = 1024
/** Lower them when less is loaded. What is not used before the first click is loaded later (decision 0027). */
const most = { inbox: 157 * kb, ticket: 170 * kb }

test('the inbox and an open ticket load no more script and style than this', async () => {
  const { inbox, ticket } = await measureFirstLoads('gz')
  expect(inbox).toBeLessThan(most.inbox)
  expect(ticket).toBeLessThan(most.ticket)
}, 120_000)
