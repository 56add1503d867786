import type { GenericSchema, InferInput } from 'valibot'
import type { Calls } from '../../src/domains'

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'
type Name<M extends Method, Path extends string> = `${M} ${Path}`

type PathOf<M extends Method> = keyof Calls extends infer Key ? (Key extends Name<M, infer Path> ? Path : never) : never

type CallOf<M extends Method, Path extends string> =
  Name<M, Path> extends infer Key extends keyof Calls ? Calls[Key] : never

export type JsonPath<M extends Method> = {
  [Path in PathOf<M>]: CallOf<M, Path> extends { answer: GenericSchema } ? Path : never
}[PathOf<M>]
export type FilePath = {
  [Path in PathOf<'GET'>]: CallOf<'GET', Path> extends { answer: GenericSchema } ? never : Path
}[PathOf<'GET'>]

export type Answer<M extends Method, Path extends string> =
  CallOf<M, Path> extends { answer: GenericSchema<unknown, infer Output> } ? Output : never

export type QueryValue = string | number | boolean | null | undefined | readonly (string | number)[]

type ParamNames<Path extends string> = Path extends `${string}:${infer Param}/${infer Rest}`
  ? Param | ParamNames<`/${Rest}`>
  : Path extends `${string}:${infer Param}`
    ? Param
    : never

type Part<Key extends string, Value> = [Value] extends [undefined]
  ? { [Absent in Key]?: undefined }
  : {} extends Value
    ? { [Present in Key]?: Value }
    : { [Present in Key]: Value }

type Params<Path extends string> = [ParamNames<Path>] extends [never]
  ? undefined
  : Record<ParamNames<Path>, string | number>

type Query<Of> = Of extends { query: infer Schema extends GenericSchema }
  ? { [Key in keyof InferInput<Schema>]: QueryValue }
  : undefined

type Body<Of> = Of extends { body: infer Schema extends GenericSchema } ? InferInput<Schema> : undefined

type Given<M extends Method, Path extends string> = Part<'params', Params<Path>> &
  Part<'query', Query<CallOf<M, Path>>> &
  Part<'body', Body<CallOf<M, Path>>> & { signal?: AbortSignal }

export type GivenOf<M extends Method, Path extends string> =
  {} extends Given<M, Path> ? [given?: Given<M, Path>] : [given: Given<M, Path>]

export type GivenForm<M extends Method, Path extends string> = Omit<Given<M, Path>, 'body'> & {
  form: FormData
  /** 0 to 1, of the bytes sent. */
  onProgress?: (fraction: number) => void
}
