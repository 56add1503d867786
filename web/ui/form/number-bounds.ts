interface Bounds {
  min?: number
  max?: number
}

/** The parts of a valibot schema that can contain a number's limits. */
interface SchemaPart {
  type?: string
  requirement?: unknown
  /** Of optional and nullable schemas. */
  wrapped?: SchemaPart
  pipe?: readonly SchemaPart[]
  /** Of unions. */
  options?: readonly SchemaPart[]
  /** Of objects. */
  entries?: Readonly<Record<string, SchemaPart>>
}

/** Returns the limits that a form's schema sets for one of its numbers, so that no form repeats those of the server. */
export function numberBounds(schema: object, name: string): Bounds {
  const field = (schema as SchemaPart).entries?.[name]
  return field ? boundsOf(field) : {}
}

function boundsOf({ type, requirement, wrapped, pipe = [], options = [] }: SchemaPart): Bounds {
  if (typeof requirement === 'number') {
    if (type === 'min_value') return { min: requirement }
    if (type === 'max_value') return { max: requirement }
  }
  const parts = [...(wrapped ? [wrapped] : []), ...options, ...pipe]
  return Object.assign({}, ...parts.map(boundsOf)) as Bounds
}
