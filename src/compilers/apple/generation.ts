export interface AppleGeneration { readonly costClasses: ReadonlyMap<string, string> }
