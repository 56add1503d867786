import { expect, test } from 'bun:test'
import { join } from 'node:path'
import { type Copy, DockerfileParser, type From, type JSONInstruction } from 'dockerfile-ast'
import { validate } from 'dockerfile-utils'
import { commands } from '../command/commands'
import { imageContext, root } from '../testing/process/image-context'

const text = await Bun.file(join(root, 'Dockerfile')).text()
const dockerfile = DockerfileParser.parse(text)
const instructions = dockerfile.getInstructions()
const argumentsOf = (keyword: string) =>
  instructions.filter((one) => one.getKeyword() === keyword).map((one) => one.getArgumentsContent() ?? '')
const listOf = (keyword: string) => {
  const last = instructions.findLast((one) => one.getKeyword() === keyword) as JSONInstruction | undefined
  return last?.getJSONStrings().map((one) => one.getJSONValue())
}

test('the Dockerfile is valid, and its stages are those that are copied from', () => {
  expect(validate(text)).toEqual([])
  const stages = dockerfile.getFROMs().map((from: From) => from.getBuildStage())
  const copied = dockerfile.getCOPYs().map((copy: Copy) =>
    copy
      .getFlags()
      .find((flag) => flag.getName() === 'from')
      ?.getValue(),
  )
  expect([stages, [...new Set(copied)]]).toEqual([
    ['build', null],
    [undefined, 'build'],
  ])
})

test('what the image is built from exists, and of the build what makes it', () => {
  const context = imageContext()
  const fromContext = dockerfile.getCOPYs().filter((copy) => copy.getFlags().length === 0)
  const sources = fromContext.flatMap((copy) =>
    copy
      .getArguments()
      .slice(0, -1)
      .map((argument) => argument.getValue()),
  )
  expect(sources).toContain('.')
  expect(sources.filter((source) => source !== '.' && !context.includes(source))).toEqual([])
  expect(context.some((file) => /\.test\.tsx?$|\/testing\/|^node_modules|^data\//.test(file))).toBe(false)
  const scripts =
    argumentsOf('RUN')
      .join('\n')
      .match(/src\/scripts\/[\w-]+\.ts/g) ?? []
  expect(scripts).toEqual(['src/scripts/single.ts', 'src/scripts/notices.ts'])
  expect(scripts.filter((script) => !context.includes(script))).toEqual([])
})

test('it runs the single file without root, keeps data in one volume, and is asked and stopped as declared', () => {
  expect(argumentsOf('USER').at(-1)).toMatch(/^[1-9]\d*:[1-9]\d*$/)
  expect(argumentsOf('VOLUME')).toEqual(['/data'])
  expect(argumentsOf('ENV').join(' ')).toContain('DATA_DIR=/data')
  expect(argumentsOf('STOPSIGNAL')).toEqual(['SIGTERM'])
  expect(listOf('CMD')).toEqual(['recado', 'start'])
  expect(argumentsOf('HEALTHCHECK')[0]).toEndWith('CMD ["recado", "health"]')
  expect(commands.map(({ words }) => words)).toContain('health')
})
