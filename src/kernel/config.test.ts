import { expect, test } from 'bun:test'
import { readConfig } from './config'

test('nothing has to be set, and what is empty is as if it were not', () => {
  const config = {
    ...{ host: '0.0.0.0', port: 3000, dataDir: 'data', superEmail: 'super@recado.local', logLevel: 'info' as const },
    graphApiUrl: 'https://graph.facebook.com',
  }
  expect(readConfig({})).toEqual(config)
  expect(readConfig({ PORT: '', DATA_DIR: '', PUBLIC_URL: '', LOG_LEVEL: '' })).toEqual(config)
})

test('everything that is wrong is named at once, and nothing of a password', () => {
  const environment = { PORT: '70000', PUBLIC_URL: 'recado', SUPER_EMAIL: 'somebody', SUPER_PASSWORD: 'abcd' }
  let said = ''
  try {
    readConfig({ ...environment, LOG_LEVEL: 'loud' })
  } catch (error) {
    said = String(error)
  }
  for (const name of [...Object.keys(environment), 'LOG_LEVEL']) expect(said).toContain(`  ${name}: `)
  expect(said).not.toContain('abcd')
})

test('addresses may end in a slash', () => {
  const { publicUrl, graphApiUrl } = readConfig({ PUBLIC_URL: 'https://r.test/', GRAPH_API_URL: 'https://g.test/v1/' })
  expect([publicUrl, graphApiUrl]).toEqual(['https://r.test', 'https://g.test/v1'])
})
