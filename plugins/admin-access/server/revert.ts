// Takes a saved change of somebody's access back, by the same rules as any other save.
import type { Revertible } from "#server";
import { saveMember } from "../contract.ts";
import { factsOf, findMember, routes } from "./routes.ts";

export const revertMember: Revertible = {
  personal: true,
  read: async (context, id) => factsOf(await findMember(context, Number(id))),
  write: async (context, id, facts) => {
    const { rev } = await findMember(context, Number(id));
    const save = routes.find(({ endpoint }) => endpoint === saveMember);
    await save?.handler({
      ...context,
      params: { memberId: Number(id) },
      body: { ...facts, rev },
      audit: async () => {},
    });
  },
};
