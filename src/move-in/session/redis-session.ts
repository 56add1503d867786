import { RedisClient } from 'bun'
import { type OtherSession, parseRecord, splitRecordName } from '../../channel/whatsapp/signal/import-session'
import { UnreadableSource } from '../source/source'

const connectMsMax = 10_000
const namesTogether = 1000
const valuesTogether = 500

export type RedisSessions = Awaited<ReturnType<typeof openRedisSessions>>

/** Sessions of the forks: JSON at `sessions:<id>:creds` and `sessions:<id>:<category>-<id>`. Only reads. @throws UnreadableSource */
export async function openRedisSessions(url: string) {
  const client = await connect(url)
  return {
    /** Undefined for a line without. `name`: the line's. */
    async find(whatsappId: string, name: string): Promise<OtherSession | undefined> {
      const start = `sessions:${whatsappId}:`
      const creds = await client.get(`${start}creds`)
      if (creds === null) return undefined
      const names = (await listNames(client, `${start}*`)).map((key) => key.slice(start.length))
      const records = []
      for (let from = 0; from < names.length; from += valuesTogether) {
        const some = names.slice(from, from + valuesTogether)
        const values = await client.mget(...some.map((each) => start + each))
        for (const [index, each] of some.entries()) {
          const found = splitRecordName(each)
          const value = found && values[index] ? parseRecord(values[index], each) : null
          if (found && value !== null) records.push({ ...found, value })
        }
      }
      return { place: name, creds: parseRecord(creds, 'creds'), records }
    },
    close: () => client.close(),
  }
}

async function connect(url: string) {
  if (!/^rediss?:\/\//.test(url)) throw new UnreadableSource('redisAddress')
  try {
    const options = { connectionTimeout: connectMsMax, autoReconnect: false, enableOfflineQueue: false }
    const client = new RedisClient(url, options)
    await client.connect()
    await client.send('PING', [])
    return client
  } catch (error) {
    // Its message may hold the password.
    const code = (error as { code?: string }).code ?? 'no answer'
    throw new UnreadableSource('redisSilent', { code })
  }
}

/** A name may be told more than once. */
async function listNames(client: RedisClient, pattern: string): Promise<string[]> {
  const names = new Set<string>()
  let cursor = '0'
  do {
    const [next, found] = (await client.send('SCAN', [cursor, 'MATCH', pattern, 'COUNT', String(namesTogether)])) as [
      string,
      string[],
    ]
    for (const name of found) names.add(name)
    cursor = String(next)
  } while (cursor !== '0')
  return [...names]
}
