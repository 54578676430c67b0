// The compiled checks of the JSON files (generated: validators.mjs).

/** One thing that is wrong with a value, as ajv says it. */
export interface ShapeError {
  keyword: string;
  instancePath: string;
  schemaPath: string;
  params: Record<string, unknown>;
  message?: string;
}

/** True when the value has the shape; otherwise `errors` says why not. */
export interface ShapeCheck {
  (value: unknown): boolean;
  errors?: ShapeError[] | null;
}

export const manifest: ShapeCheck;
export const navConfig: ShapeCheck;
export const navExpect: ShapeCheck;
export const texts: ShapeCheck;
export const textRules: ShapeCheck;
export const suppressions: ShapeCheck;
