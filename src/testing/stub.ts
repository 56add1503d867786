/** A value with only the members that a test uses. */
export const stub = <Type>(members: Partial<Type>) => members as Type
