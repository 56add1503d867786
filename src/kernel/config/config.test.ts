import { expect, test } from 'bun:test'
import { readConfig } from './config'

test('all settings are optional, and empty ones count as omitted', () => {
  const config = {
    host: '0.0.0.0',
    port: 3000,
    dataDir: 'data',
    superEmail: 'super@recado.local',
    logLevel: 'info' as const,
    logFormat: 'text' as const,
    graph: { url: 'https://graph.facebook.com/v25.0', loginUrl: 'https://www.facebook.com/v25.0/dialog/oauth' },
    outgoingAllow: [],
    ai: {
      openAiUrl: 'https://api.openai.com/v1',
      openAiModel: 'gpt-4.1-mini',
      transcriptionModel: 'whisper-1',
    },
    dialogflow: { tokenUrl: 'https://oauth2.googleapis.com/token', apiUrl: 'https://dialogflow.googleapis.com' },
    space: { lowPercent: 10, lowBytes: 2 * 1024 ** 3, fullBytes: 200 * 1024 ** 2 },
  }
  const { payment, ...rest } = readConfig({})
  expect(rest).toEqual(config)
  expect(Object.entries(payment).filter(([, value]) => value !== '' && value !== undefined)).toEqual([
    ['efiApiUrl', 'https://pix.api.efipay.com.br'],
    ['mercadoPagoApiUrl', 'https://api.mercadopago.com'],
    ['asaasApiUrl', 'https://api.asaas.com'],
  ])
  const emptied = { PORT: '', DATA_DIR: '', PUBLIC_URL: '', LOG_LEVEL: '', OUTGOING_ALLOW: '', PIX_PROVIDER: '' }
  expect(readConfig(emptied)).toEqual({ ...config, payment })
})

test('reports all invalid settings at once, without revealing a password', () => {
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
  const { publicUrl, graph } = readConfig({ PUBLIC_URL: 'https://r.test/', GRAPH_API_URL: 'https://g.test/v1/' })
  expect([publicUrl, graph.url]).toEqual(['https://r.test', 'https://g.test/v1/v25.0'])
})

test('reads the allowed private destinations as hosts, addresses and CIDR blocks', () => {
  const list =
    'n8n.lan, localhost:5678 first.lan:1 last.lan:65535 10.0.0.0/8,192.168.1.5:80,[fd00::5]:443,fd00::/8,my_service'
  expect(readConfig({ OUTGOING_ALLOW: list }).outgoingAllow).toEqual([
    'n8n.lan',
    'localhost:5678',
    'first.lan:1',
    'last.lan:65535',
    '10.0.0.0/8',
    '192.168.1.5:80',
    '[fd00::5]:443',
    'fd00::/8',
    'my_service',
  ])
  for (const wrong of [
    ...[
      'http://n8n.lan',
      'n8n.lan/path',
      '*.lan',
      'n8n.lan:0',
      'n8n.lan:65536',
      'n8n.lan:http',
      'user@n8n.lan',
      '-lan',
    ],
    ...['10.0.0.0/33', '10.0.0', '127.1', '0x7f000001', '2130706433', 'fd00::/129', '10.0.0.0/8:80', '[n8n.lan]:80'],
    ...['[10.0.0.0/8]', 'fe80::1%eth0', '*'],
  ]) {
    const sentence = `  OUTGOING_ALLOW.1: "${wrong}" is no host name, IP address or CIDR block, with or without a port`
    expect(() => readConfig({ OUTGOING_ALLOW: `n8n.lan,${wrong}` })).toThrow(sentence)
  }
})

test('reads the mail server and the sender, or says in a sentence what is wrong', () => {
  const mailOf = (environment: Record<string, string>) => readConfig(environment).mail
  expect(mailOf({ MAIL_FROM: 'a@b.test' })).toBeUndefined()
  expect(mailOf({ SMTP_URL: 'smtp://mail.lan', MAIL_FROM: '"Casa, Aurora" <a@b.test>' })).toEqual({
    host: 'mail.lan',
    port: 587,
    secure: false,
    from: { name: 'Casa, Aurora', address: 'a@b.test' },
  })
  expect(mailOf({ SMTP_URL: 'smtps://a%40b.test:p%C3%A3%2F%3A@[::1]:4650' })).toEqual({
    host: '::1',
    port: 4650,
    secure: true,
    auth: { user: 'a@b.test', pass: 'pã/:' },
    from: { name: '', address: 'a@b.test' },
  })
  expect(mailOf({ SMTP_URL: 'smtps://10.0.0.5?from=a@b.test' })).toMatchObject({
    port: 465,
    from: { address: 'a@b.test' },
  })
  for (const url of ['mail.lan', 'http://mail.lan', 'smtp://', 'smtp://a:%zz@mail.lan', 'smtp://a:secret/x@mail.lan']) {
    expect(() => mailOf({ SMTP_URL: url, MAIL_FROM: 'a@b.test' })).toThrow('SMTP_URL: is no address such as smtps://')
    expect(() => mailOf({ SMTP_URL: url, MAIL_FROM: 'a@b.test' })).not.toThrow('secret')
  }
  expect(() => mailOf({ SMTP_URL: 'smtp://mail.lan' })).toThrow('MAIL_FROM: names the sender')
  expect(() => mailOf({ SMTP_URL: 'smtp://mail.lan', MAIL_FROM: 'a@b.test, c@d.test' })).toThrow(
    'MAIL_FROM: is no address',
  )
})

test('a bucket for files needs a name and its key, and may have a prefix', () => {
  const key = { S3_ACCESS_KEY_ID: 'id', S3_SECRET_ACCESS_KEY: 'secret' }
  const media = (environment: Record<string, string>) => readConfig({ ...key, ...environment }).media
  expect(media({})).toBeUndefined()
  expect(media({ MEDIA_URL: 's3://my-files' })).toMatchObject({
    bucket: 'my-files',
    prefix: '',
    cacheBytes: 5120 * 1024 ** 2,
  })
  expect(
    media({ MEDIA_URL: 's3://my-files/recado/a/', S3_ENDPOINT: 'https://s3.example.com/', MEDIA_CACHE_MB: '1' }),
  ).toEqual({
    bucket: 'my-files',
    prefix: 'recado/a/',
    endpoint: 'https://s3.example.com',
    region: undefined,
    accessKeyId: 'id',
    secretAccessKey: 'secret',
    cacheBytes: 1024 ** 2,
  })
  for (const url of ['my-files', 's3://', 's3://A', 'https://my-files.s3.amazonaws.com', 's3://my-files/a b'])
    expect(() => media({ MEDIA_URL: url })).toThrow('MEDIA_URL')
  expect(() => readConfig({ MEDIA_URL: 's3://my-files' })).toThrow('S3_ACCESS_KEY_ID')
})

test('a node needs the key and the bucket that all share', () => {
  const key = Buffer.alloc(32, 7).toString('base64')
  const bucket = { MEDIA_URL: 's3://files/recado', S3_ACCESS_KEY_ID: 'id', S3_SECRET_ACCESS_KEY: 'secret' }
  const CLUSTER_URL = 'nats://a:4222, nats://b:4222'
  expect(() => readConfig({ CLUSTER_URL })).toThrow(/HOST_KEY: .*\n {2}MEDIA_URL: /)
  expect(() => readConfig({ CLUSTER_URL: 'http://a', HOST_KEY: key, ...bucket })).toThrow('CLUSTER_URL.0: is no list')
  expect(() => readConfig({ HOST_KEY: 'short' })).toThrow('HOST_KEY: is no key')
  const given = { CLUSTER_URL, HOST_KEY: key, NODE_NAME: 'n1', NODE_URL: 'http://10.0.0.1:3000/', ...bucket }
  expect(readConfig(given)).toMatchObject({
    hostKey: key,
    cluster: { servers: ['nats://a:4222', 'nats://b:4222'], node: 'n1', url: 'http://10.0.0.1:3000' },
  })
})
