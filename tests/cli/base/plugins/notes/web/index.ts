export default defineWebPlugin({
  id: "notes",
  screens: { NotesScreen: () => import("./NotesScreen.tsx") },
});
